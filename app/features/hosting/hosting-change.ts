/** Changes that we email the owner about, in case someone else made them. */
export const hostingChanges = ["panel-password", "plan", "unsuspended"] as const;
export type HostingChange = (typeof hostingChanges)[number];
