import { z } from "zod";
import { readJson } from "~/lib/read-json";

/** The API user that may read the status of transactions and reverse them, and its encrypted password. */
export interface Initiator {
	readonly name: string;
	readonly securityCredential: string;
}

const resultSchema = z.object({
	Result: z.object({
		// A number on success, and text such as "R000001" or a number otherwise.
		ResultCode: z.union([z.string(), z.number()]).transform(String),
		ResultDesc: z.string().default(""),
		OriginatorConversationID: z.string().default(""),
		TransactionID: z.string().default(""),
		ResultParameters: z
			.object({
				ResultParameter: z.array(z.object({ Key: z.string(), Value: z.union([z.string(), z.number()]).optional() })),
			})
			.optional(),
	}),
});

/** The result of an asynchronous request. */
export interface DarajaResult {
	readonly code: string;
	readonly description: string;
	/** Of the request that it answers. */
	readonly conversationId: string;
	readonly transactionId: string;
	readonly values: ReadonlyMap<string, string | number | undefined>;
}

/** Null if it can't be read. */
export function parseDarajaResult(raw: Uint8Array): DarajaResult | null {
	const parsed = resultSchema.safeParse(readJson(raw));
	if (!parsed.success) return null;
	const { ResultCode, ResultDesc, OriginatorConversationID, TransactionID, ResultParameters } = parsed.data.Result;
	return {
		code: ResultCode,
		description: ResultDesc,
		conversationId: OriginatorConversationID,
		transactionId: TransactionID,
		values: new Map(ResultParameters?.ResultParameter.map(({ Key, Value }) => [Key, Value])),
	};
}

/**
 * "The initiator information is invalid": the name or the password of the API user. Source:
 * developer.safaricom.co.ke/apis/Reversal and TransactionStatus, "Result codes".
 */
export const refusedInitiator = ({ code, description }: DarajaResult): { readonly refusedInitiator?: string } =>
	code === "2001" ? { refusedInitiator: `${code} ${description}` } : {};
