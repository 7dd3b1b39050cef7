import { z } from "zod";
import { inCompletionOrder } from "~/lib/completion-order";
import { errorMessage } from "~/lib/error-message";
import { inShillings } from "../premium-price";
import type { Availability, RegistryAnswer, RegistryState } from "../registrar";
import { extensionOf } from "./domain-order";
import type { Tools } from "./records";

/** Only of a premium name. */
const costs = z
	.object({
		create: z.coerce.number().optional(),
		renew: z.coerce.number().optional(),
		sellingCurrencySymbol: z.string().optional(),
	})
	.nullish();
const checkedName = z.object({ status: z.string(), costHash: costs });
const checkedNames = z.record(z.string(), checkedName);

/** Names of one call. ResellerClub names no limit. */
const mostChecked = 10;

/** ResellerClub's own check of names, and the prices of premium names. */
export function createNameCheck({ api, clock }: Pick<Tools, "api" | "clock">) {
	/** Names of one extension. */
	async function ask(tld: string, names: readonly string[]) {
		const labels = names.map((name) => name.slice(0, name.indexOf(".")));
		const found = await api.get("domains/available", { "domain-name": labels, tlds: [tld] }, checkedNames);
		return new Map(Object.entries(found).map(([name, checked]) => [name.toLowerCase(), checked]));
	}

	function answerOf(name: string, checked: z.output<typeof checkedName> | undefined): RegistryAnswer {
		const { status = "no answer", costHash } = checked ?? {};
		if (status === "regthroughus" || status === "regthroughothers") return answer(name, "taken");
		if (status !== "available") return answer(name, "unknown", { reason: status });
		if (!costHash) return answer(name, "available");
		const register = inShillings(costHash.create, costHash.sellingCurrencySymbol);
		const renew = inShillings(costHash.renew, costHash.sellingCurrencySymbol);
		return register && renew
			? answer(name, "premium", { premium: { register, renew } })
			: answer(name, "unknown", { reason: "a premium name without a price in shillings or dollars" });
	}

	const answer = (name: string, state: RegistryState, more: Partial<RegistryAnswer> = {}): RegistryAnswer => ({
		...{ name, state, source: "resellerclub", checkedAt: clock() },
		...more,
	});

	async function answersFor(tld: string, names: readonly string[]): Promise<RegistryAnswer[]> {
		try {
			const found = await ask(tld, names);
			return names.map((name) => answerOf(name, found.get(name)));
		} catch (error) {
			return names.map((name) => answer(name, "unknown", { reason: errorMessage(error) }));
		}
	}

	return {
		async *check(names: readonly string[], signal?: AbortSignal): ReturnType<Availability["check"]> {
			const groups = [...new Set(names.map(extensionOf))].flatMap((tld) => {
				const list = names.filter((name) => extensionOf(name) === tld);
				return Array.from({ length: Math.ceil(list.length / mostChecked) }, (_, index) =>
					answersFor(tld, list.slice(index * mostChecked, (index + 1) * mostChecked)),
				);
			});
			for await (const answers of inCompletionOrder(groups)) if (!signal?.aborted) yield* answers;
		},

		/** @throws if ResellerClub does not answer */
		async checkOne(name: string): Promise<RegistryAnswer> {
			return answerOf(name, (await ask(extensionOf(name), [name])).get(name));
		},
	};
}
