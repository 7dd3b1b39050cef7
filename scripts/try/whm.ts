import { whmProblems } from "~/platform/hosting/whm/check";
import { createWhmServer } from "~/platform/hosting/whm/whm";
import { serverTrial } from "../server-trial";

/** `npm run try -- whm` checks the token, its privileges and the packages of each server. */
export const trial = serverTrial("whm", {
	problems: (options, plans) => whmProblems(options.host, createWhmServer(options), plans),
	mayBackUp: (options) => createWhmServer(options).mayBackUp(),
});
