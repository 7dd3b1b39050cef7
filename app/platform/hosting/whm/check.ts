import { attempt, missingPackages, serverProblems } from "../servers/attempt";
import type { WhmServer } from "./whm";

/** @param products ids of the plans that the shop sells */
export function whmProblems(
	host: string,
	server: Pick<WhmServer, "panel" | "missingPrivileges" | "packages">,
	products: readonly string[],
): Promise<string[]> {
	return serverProblems(
		server.panel,
		(error) => nextStep(host, error),
		async () => {
			const [privileges, packages] = await Promise.all([attempt(server.missingPrivileges), attempt(server.packages)]);
			return [
				...(privileges.ok ? [] : [`${privileges.error}. The token's privileges could not be read`]),
				...(privileges.ok && privileges.value.length > 0
					? [
							`The token lacks ${privileges.value.join(", ")}. Add them in WHM, Development, Manage API Tokens, or create another token`,
						]
					: []),
				...missingPackages(packages, products, "WHM, Packages, Add a Package"),
			];
		},
	);
}

function nextStep(host: string, error: string): string {
	if (/HTTP 403/.test(error))
		return `${error}. The user or the token is wrong, or the token may only be used from other addresses: compare it in WHM, Development, Manage API Tokens, then put HOSTING_TOKENS again`;
	if (/HTTP \d/.test(error)) return `${error}. Another program than WHM answers at https://${host}:2087`;
	return `https://${host}:2087 does not answer (${error}). Check the host name, its certificate, and that the firewall lets everyone reach port 2087`;
}
