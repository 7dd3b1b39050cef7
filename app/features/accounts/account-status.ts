export type AccountStatus = "unverified" | "active" | "closing" | "closed";
