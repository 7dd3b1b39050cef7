import { versionOne } from "~/features/catalog/version-one/version-one";
import { isRunByStaff } from "~/features/hosting/hosting-facts";
import { hostingServers, hostingTokens } from "~/platform/hosting/hosting-settings";
import type { Trial } from "./trial";

interface Options {
	readonly host: string;
	readonly user: string;
	readonly token: string;
	readonly clock: () => number;
}

/**
 * Checks each hosting server with this panel. `problems` gets the ids of the plans whose accounts the server gets: those of
 * the first catalogue, and those that the command names. It can't read the shop's database, which has the plans that staff
 * have added. `mayBackUp`: whether the token may make the last backup of an account.
 */
export const serverTrial = (
	panel: "whm" | "directadmin",
	check: {
		readonly problems: (options: Options, plans: readonly string[]) => Promise<string[]>;
		readonly mayBackUp: (options: Options) => Promise<boolean>;
	},
): Trial => ({
	needs: ["HOSTING_SERVERS", "HOSTING_TOKENS"],
	page: `docs/services/${panel}.md`,

	async run({ HOSTING_SERVERS, HOSTING_TOKENS }, options) {
		const tokens = hostingTokens.parse(HOSTING_TOKENS);
		const all = hostingServers.parse(HOSTING_SERVERS);
		const servers = all.filter((server) => server.panel === panel);
		if (servers.length === 0) throw new Error(`HOSTING_SERVERS lists no server with the panel ${panel}`);
		const added = options.filter((option) => !option.startsWith("--"));
		const sold = [...new Set([...versionOne.plans.map(({ id }) => id), ...added])].filter((id) => !isRunByStaff(id));
		const found: string[] = [];
		const wrong = sold
			.filter((id) => !all.some(({ plans }) => plans?.includes(id) ?? true))
			.map((id) => `${id}: no server of HOSTING_SERVERS gets its accounts.`);
		for (const { name, host, user, plans: only } of servers) {
			const token = tokens.get(name);
			const options = { host, user, token: token ?? "", clock: Date.now };
			const plans = only?.filter((id) => !isRunByStaff(id)) ?? sold;
			const listed = token ? await check.problems(options, plans) : ["HOSTING_TOKENS has no token for it"];
			if (listed.length === 0) {
				found.push(`${name}: ready, with packages for ${plans.join(", ")}.`);
				if (!(await check.mayBackUp(options))) found.push(`${name}: ${withoutBackups}`);
			}
			wrong.push(...listed.map((problem) => `${name}: ${problem}.`));
		}
		if (wrong.length > 0) throw new Error(wrong.join("\n"));
		if (added.length > 0) return found;
		return [
			...found,
			`Plans that were added in the desk are not checked. Name their ids: npm run try -- ${panel} plan-id`,
		];
	},

	explanations: [
		{ pattern: /^HOSTING_SERVERS lists no/, next: "Add the server as the page says, or try the other panel." },
		{ pattern: /^[a-z0-9-]+: /, next: "Correct this, then run the command again." },
		{ pattern: /./, next: "HOSTING_SERVERS or HOSTING_TOKENS has another form than README's table of settings says." },
	],
});

const withoutBackups =
	"its token may not make the last backup of an account, so plans that were not paid stay suspended and are not deleted. The page says what the token needs for that.";
