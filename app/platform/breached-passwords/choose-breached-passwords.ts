import type { Config } from "~/platform/config";
import { serviceFetch } from "~/platform/service-fetch";
import type { BreachedPasswords } from "./breached-passwords";
import { createRangeService } from "./http";
import { standInBreaches } from "./stand-in";

/** The service that the configuration names. */
export function chooseBreachedPasswords({
	BREACHED_PASSWORDS,
	BREACHED_PASSWORDS_URL,
}: Pick<Config, "BREACHED_PASSWORDS" | "BREACHED_PASSWORDS_URL">): BreachedPasswords {
	switch (BREACHED_PASSWORDS) {
		case "http":
			return createRangeService({ fetch: serviceFetch("breached_passwords"), url: BREACHED_PASSWORDS_URL });
		case "stand-in":
			return standInBreaches;
	}
}
