import { z } from "zod";
import { moneySchema } from "~/lib/money.schema";
import { parseJson } from "~/lib/read-json";
import { paymentMethods } from "./payment-method";

const receivedSchema = moneySchema.extend({ receipt: z.string().min(1), method: z.enum(paymentMethods).optional() });

export type ReceivedInReview = z.output<typeof receivedSchema>;

/** The body of a review of money: as a payment without a request has it, or beside what was asked for. */
const bodySchema = z.union([receivedSchema, z.object({ received: receivedSchema })]);

/** The money that a review is about. Null for a review of something else. */
export function receivedOf(body: string): ReceivedInReview | null {
	const parsed = bodySchema.safeParse(parseJson(body));
	if (!parsed.success) return null;
	return "received" in parsed.data ? parsed.data.received : parsed.data;
}

const candidatesSchema = z.object({ candidates: z.array(z.object({ receipt: z.string(), text: z.string() })) });

/** The earlier transfers that the transfer of a review may be, with a text for staff. */
export const candidatesOf = (body: string) => candidatesSchema.safeParse(parseJson(body)).data?.candidates ?? [];

const factNames = [
	"reference",
	"refund",
	"creditNote",
	"amount",
	"account",
	"day",
	"text",
	"takenBack",
	"failure",
	"dispute",
	"reason",
	"respondBy",
	"like",
] as const;

type ReviewFacts = { readonly [K in (typeof factNames)[number]]?: string };

/** What else the body of a review says: the account number that was typed, the refund, the dispute. */
export function factsOf(body: string): ReviewFacts {
	const read = Object(parseJson(body)) as Readonly<Record<string, unknown>>;
	const facts = factNames.flatMap((name) => (typeof read[name] === "string" ? [[name, read[name]]] : []));
	return Object.fromEntries(facts) as ReviewFacts;
}
