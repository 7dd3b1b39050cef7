import { attempt, missingPackages, serverProblems } from "../servers/attempt";
import type { DirectAdminServer } from "./directadmin";

/** @param products ids of the plans that the shop sells */
export function directAdminProblems(
	host: string,
	server: Pick<DirectAdminServer, "panel" | "addresses" | "packages">,
	products: readonly string[],
): Promise<string[]> {
	return serverProblems(
		server.panel,
		(error) => nextStep(host, error),
		async () => {
			const [addresses, packages] = await Promise.all([attempt(server.addresses), attempt(server.packages)]);
			return [
				...(addresses.ok
					? []
					: [`${addresses.error}. Allow all commands of docs/services/directadmin.md for the login key`]),
				...(addresses.ok && addresses.value.length === 0
					? ["The user has no IP address. Assign one in DirectAdmin, IP Management"]
					: []),
				...missingPackages(packages, products, "DirectAdmin, Manage User Packages"),
			];
		},
	);
}

function nextStep(host: string, error: string): string {
	if (/HTTP (200|401|403)/.test(error))
		return `${error}. The user or the login key is wrong, or the key may only be used from other addresses or has expired: compare it in DirectAdmin, Login Keys, then put HOSTING_TOKENS again`;
	if (/LOGIN_TEST/.test(error)) return `${error}. Allow CMD_API_LOGIN_TEST for the login key`;
	return `https://${host}:2222 does not answer (${error}). Check the host name, its certificate, and that the firewall lets everyone reach port 2222`;
}
