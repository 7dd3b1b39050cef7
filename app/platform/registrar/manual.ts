import { byHand } from "./orders/ops";
import type { RegistrarAdapter } from "./registrar";

/**
 * Orders that staff place by hand with a wholesaler or registry. Each waits for staff, who confirm it when it is done.
 * Stores nothing: every order gets the same answer, so the same operation id does, too.
 */
export const manualRegistrar: RegistrarAdapter = {
	choose: async () => "manual",
	register: async ({ opId, name, years }) => byHand(opId, `Register ${name} for ${years} year(s).`),
	transferIn: async ({ opId, name }) => byHand(opId, `Transfer ${name} to us.`),
	renew: async ({ opId, name, years }) => byHand(opId, `Renew ${name} for ${years} year(s).`),
	restore: async ({ opId, name }) => byHand(opId, `Restore ${name}.`),
	lookUp: async () => undefined,
	info: async () => undefined,
	readsPerMinute: 0,
	update: async () => "by_hand",
	authCode: async () => "by_hand",
	resetAuthCode: async () => "by_hand",
	remove: async () => "by_hand",
	op: async (ref) => byHand(ref, "See the order this belongs to."),
};
