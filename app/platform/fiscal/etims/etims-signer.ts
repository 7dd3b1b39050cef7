import { z } from "zod";
import type { FiscalSignature, FiscalSigner, SignOutcome } from "../fiscal-signer";
import { createEtimsApi, type EtimsAnswer, type EtimsOptions, isAboutDevice, readEtimsTime } from "./etims-api";
import { saleOf, taxTypeOf } from "./sale";

export interface EtimsSignerOptions extends EtimsOptions {
	/** Serial number of the control unit, which customers see on the invoice. */
	readonly controlUnit: string;
	/** KRA's class of what we sell. */
	readonly itemClass: string;
}

const count = z.coerce.number().int().positive();

const receiptSchema = z.object({
	curRcptNo: count,
	intrlData: z.string().min(1),
	rcptSign: z.string().min(1),
	sdcDateTime: z.string().transform((text, { addIssue }) => {
		const at = readEtimsTime(text);
		if (at !== null) return at;
		addIssue({ code: "custom", message: "is no time" });
		return z.NEVER;
	}),
});

/** `selectInvoiceDetails` answers with the sale, and the signature in `receipt`. */
const foundSchema = z.object({
	salesList: z
		.array(
			z.object({
				trdInvcNo: z.string().nullish(),
				totAmt: z.coerce.number().nullish(),
				receipt: receiptSchema,
			}),
		)
		.nullish(),
});

const checkHosts = { sandbox: "https://etims-sbx.kra.go.ke", live: "https://etims.kra.go.ke" } as const;

/** Signs through an online control unit (OSCU) of KRA's eTIMS. */
export function createEtimsSigner(options: EtimsSignerOptions): FiscalSigner {
	const { environment, pin, branch, controlUnit, itemClass } = options;
	const api = createEtimsApi(options);

	const signatureOf = (receipt: z.output<typeof receiptSchema>): FiscalSignature => ({
		controlUnit,
		receiptNumber: receipt.curRcptNo,
		internalData: receipt.intrlData,
		signature: receipt.rcptSign,
		signedAt: receipt.sdcDateTime,
		// The address that KRA's app and website read from the QR code: PIN, branch and signature.
		url: `${checkHosts[environment]}/common/link/etims/receipt/indexEtimsReceiptData?Data=${pin}${branch}${receipt.rcptSign}`,
	});

	return {
		device: `etims ${environment} ${pin} ${branch}`,

		async sign(document) {
			const unknown = document.lines.find(({ taxBasisPoints }) => taxTypeOf(taxBasisPoints) === null);
			if (unknown) return refused(`KRA has no tax type for a rate of ${unknown.taxBasisPoints / 100} %`);
			const answer = await api.post("/saveTrnsSalesOsdc", saleOf(document, itemClass));
			if (answer.kind === "done") return { state: "signed", signature: signatureOf(receiptSchema.parse(answer.data)) };
			if (answer.kind === "empty") throw new Error("eTIMS answered a sale with an empty list");
			return outcomeOf(answer);
		},

		async find(number) {
			const answer = await api.post("/selectInvoiceDetails", { invcNo: number });
			if (answer.kind === "error")
				throw new Error(`eTIMS does not look up a receipt: ${answer.code} ${answer.message}`);
			const [sale] = answer.kind === "done" ? (foundSchema.parse(answer.data).salesList ?? []) : [];
			if (!sale) return null;
			const total = sale.totAmt == null ? null : Math.round(sale.totAmt * 100);
			return { reference: sale.trdInvcNo ?? null, total, signature: signatureOf(sale.receipt) };
		},

		/** Reads the branches, of which one must be ours. */
		async probe() {
			const answer = await api.post("/selectBhfList", { lastReqDt: "20180101000000" });
			if (answer.kind === "error") throw new Error(`eTIMS refuses the device: ${answer.code} ${answer.message}`);
		},
	};
}

const refused = (reason: string): SignOutcome => ({ state: "refused", reason });

/**
 * Result codes, section 4.18: 91x and 92x are about the request. All others (89x, 99x) except those about the device may be
 * passing, and do not say whether the sale was saved.
 */
function outcomeOf(answer: Extract<EtimsAnswer, { kind: "error" }>): SignOutcome {
	const { code, message } = answer;
	const reason = `${code} ${message}`;
	if (code === "994" || /already exist|overlapped|duplicate/i.test(message)) return { state: "taken" };
	if (isAboutDevice(answer)) return { state: "blocked", reason };
	if (/^9[12]\d$/.test(code)) return refused(reason);
	throw new Error(`eTIMS answered ${reason}`);
}
