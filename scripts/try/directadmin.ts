import { directAdminProblems } from "~/platform/hosting/directadmin/check";
import { createDirectAdminServer } from "~/platform/hosting/directadmin/directadmin";
import { serverTrial } from "../server-trial";

/** `npm run try -- directadmin` checks the login key, the packages and the addresses of each server. */
export const trial = serverTrial("directadmin", {
	problems: (options, plans) => directAdminProblems(options.host, createDirectAdminServer(options), plans),
	mayBackUp: (options) => createDirectAdminServer(options).mayBackUp(),
});
