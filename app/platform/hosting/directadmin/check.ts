import { errorMessage } from "~/lib/error-message";
import { attempt, missingPackages } from "../servers/attempt";
import type { DirectAdminServer } from "./directadmin";

/**
 * What keeps a server from serving the shop, each with the next step, for the person who sets it up. Changes nothing.
 * @param products ids of the plans that the shop sells
 */
export async function directAdminProblems(
	host: string,
	server: Pick<DirectAdminServer, "panel" | "addresses" | "packages">,
	products: readonly string[],
): Promise<string[]> {
	try {
		await server.panel.probe();
	} catch (error) {
		return [nextStep(host, errorMessage(error))];
	}
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
}

function nextStep(host: string, error: string): string {
	if (/HTTP (200|401|403)/.test(error))
		return `${error}. The user or the login key is wrong, or the key may only be used from other addresses or has expired: compare it in DirectAdmin, Login Keys, then put HOSTING_TOKENS again`;
	if (/LOGIN_TEST/.test(error)) return `${error}. Allow CMD_API_LOGIN_TEST for the login key`;
	return `https://${host}:2222 does not answer (${error}). Check the host name, its certificate, and that the firewall lets everyone reach port 2222`;
}
