/** What an owner is told of by mail, in case it was not they who did it. */
export const hostingChanges = ["panel-password", "plan"] as const;
export type HostingChange = (typeof hostingChanges)[number];
