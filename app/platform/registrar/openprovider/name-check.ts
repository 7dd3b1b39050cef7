import { z } from "zod";
import { inCompletionOrder } from "~/lib/completion-order";
import { errorMessage } from "~/lib/error-message";
import { byHand, failed } from "../orders/ops";
import { inShillings } from "../premium-price";
import type { Availability, Op, RegisterCommand, RegistryAnswer, RegistryState } from "../registrar";
import { splitName } from "./domain-object";
import type { Tools } from "./records";

const premium = z
	.object({ currency: z.string(), price: z.object({ create: z.number().nullish() }).nullish() })
	.nullish();
const checkedName = z.object({
	...{ domain: z.string(), status: z.string(), is_premium: z.boolean().nullish(), premium },
});
const checkedNames = z.object({ results: z.array(checkedName) });
const renewalPrice = z.object({
	price: z.object({ reseller: z.object({ price: z.number(), currency: z.string() }).nullish() }).nullish(),
});

/** OpenProvider answers HTTP 500 for more. */
const mostChecked = 15;

/** OpenProvider's own check of names, and the prices of premium names. */
export function createNameCheck({ api, clock }: Pick<Tools, "api" | "clock">) {
	async function ask(names: readonly string[]) {
		const body = { domains: names.map(splitName), with_price: true };
		const { results } = await api.call({ method: "POST", path: "/domains/check", body, data: checkedNames });
		return new Map(results.map((one) => [one.domain.toLowerCase(), one]));
	}

	async function premiumPrice(name: string, offer: z.output<typeof premium>): Promise<RegistryAnswer["premium"]> {
		const { name: label, extension } = splitName(name);
		const query = new URLSearchParams({ "domain.name": label, "domain.extension": extension, operation: "renew" });
		const found = await api.call({ method: "GET", path: `/domains/prices?${query}`, data: renewalPrice });
		const { price: renewal, currency } = found.price?.reseller ?? {};
		const register = inShillings(offer?.price?.create, offer?.currency);
		const renew = inShillings(renewal, currency);
		return register && renew && { register, renew };
	}

	async function answersFor(names: readonly string[]): Promise<RegistryAnswer[]> {
		const answer = (name: string, state: RegistryState, more: Partial<RegistryAnswer> = {}): RegistryAnswer => ({
			...{ name, state, source: "openprovider", checkedAt: clock() },
			...more,
		});
		const unknown = (name: string, reason: string) => answer(name, "unknown", { reason });
		try {
			const found = await ask(names);
			return await Promise.all(
				names.map(async (name) => {
					const { status, premium: offer, is_premium } = found.get(name) ?? {};
					if (status === "active") return answer(name, "taken");
					if (status !== "free") return unknown(name, status ?? "no answer");
					if (!offer && !is_premium) return answer(name, "available");
					const price = await premiumPrice(name, offer);
					return price ? answer(name, "premium", { premium: price }) : unknown(name, "a premium name without a price");
				}),
			);
		} catch (error) {
			return names.map((name) => unknown(name, errorMessage(error)));
		}
	}

	return {
		async *check(names: readonly string[], signal?: AbortSignal): ReturnType<Availability["check"]> {
			const groups = Array.from({ length: Math.ceil(names.length / mostChecked) }, (_, index) =>
				names.slice(index * mostChecked, (index + 1) * mostChecked),
			);
			for await (const answers of inCompletionOrder(groups.map(answersFor))) if (!signal?.aborted) yield* answers;
		},

		/** The fee of a premium name, if it was paid. Undefined if the name costs the list price. */
		async premiumFee({ opId, name, years, maxCost }: RegisterCommand): Promise<number | Op | undefined> {
			const offer = (await ask([name])).get(name)?.premium;
			const fee = offer?.price?.create;
			if (!offer || typeof fee !== "number") return undefined;
			const cost = inShillings(fee, offer.currency);
			if (!cost || maxCost?.currency !== "KES" || years !== 1) {
				const shown = `${offer.currency} ${fee}`;
				return byHand(
					opId,
					`${name} is a premium name. Its first year costs ${shown}. Compare this with what was paid.`,
				);
			}
			return cost.amount > maxCost.amount ? failed(opId, "2306", `${name} costs more than was agreed.`) : fee;
		},
	};
}
