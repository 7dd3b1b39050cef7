import { type FiscalDocument, type FiscalLine, type PaidBy, totalsOf } from "../fiscal-signer";
import { etimsTime } from "./etims-api";

/** KRA's tax types: A exempt, B 16 %, C zero-rated, D not subject to VAT, E 8 % (specification, section 4.1). */
export const taxTypes = ["A", "B", "C", "D", "E"] as const;

export type TaxType = (typeof taxTypes)[number];

const typeOfRate: Readonly<Record<number, TaxType>> = { 0: "D", 800: "E", 1600: "B" };

/** Percent of each tax type. */
const rates: Readonly<Record<TaxType, number>> = { A: 0, B: 16, C: 0, D: 0, E: 8 };

/** Null if KRA has no type for the rate. @param basisPoints hundredths of a percent */
export const taxTypeOf = (basisPoints: number): TaxType | null => typeOfRate[basisPoints] ?? null;

/** Section 4.10. */
const paymentTypes: Readonly<Record<PaidBy, string>> = { card: "05", mobile_money: "06", other: "07" };

/** Section 4.16: the money was paid back. */
const refundReason = "06";

/** Ours in KRA's list of items: a service of Kenya, with one code for each tax type (section 4.4 and the item code rule). */
export const itemCode = (type: TaxType): string => `KE3NTU000000${taxTypes.indexOf(type) + 1}`;

export const itemName = "Domain names, hosting and related services";

/** Who did it, in every request that saves something. */
export const by = { regrId: "kikoa", regrNm: "kikoa", modrId: "kikoa", modrNm: "kikoa" } as const;

/** Packing "net" and unit "unit" (sections 4.5 and 4.6), which suit services. */
export const units = { pkgUnitCd: "NT", qtyUnitCd: "U" } as const;

/** Shillings with two decimals. */
const shillings = (cents: number): number => Math.round(cents) / 100;

/** The body of `saveTrnsSalesOsdc`. @throws TypeError if KRA has no type for a tax rate */
export function saleOf(document: FiscalDocument, itemClass: string) {
	const { kind, number, reference, original, buyer, paidBy, at, lines } = document;
	const { net, tax, total } = totalsOf(document);
	const time = etimsTime(at);
	const isCreditNote = kind === "credit_note";
	const custTin = buyer.taxPin;
	return {
		...{ invcNo: number, orgInvcNo: original ?? 0, trdInvcNo: reference },
		...{ custTin, custNm: buyer.name.slice(0, 60) },
		// Normal sale, sale or refund, approved.
		...{ salesTyCd: "N", rcptTyCd: isCreditNote ? "R" : "S", salesSttsCd: "02", pmtTyCd: paymentTypes[paidBy] },
		...{ cfmDt: time, salesDt: time.slice(0, 8), stockRlsDt: time, cnclReqDt: null, cnclDt: null },
		...{ rfdDt: isCreditNote ? time : null, rfdRsnCd: isCreditNote ? refundReason : null },
		...{ totItemCnt: lines.length, ...sumsByType(lines) },
		...{ totTaxblAmt: shillings(net), totTaxAmt: shillings(tax), totAmt: shillings(total) },
		...{ prchrAcptcYn: "N", remark: reference, ...by },
		receipt: {
			...{ custTin, custMblNo: null, rcptPbctDt: time, trdeNm: null, adrs: null, topMsg: null, btmMsg: null },
			prchrAcptcYn: "N",
		},
		itemList: lines.map((line, index) => itemOf(line, index + 1, itemClass)),
	};
}

function itemOf({ description, quantity, gross, net, tax, taxBasisPoints }: FiscalLine, itemSeq: number, cls: string) {
	const taxTyCd = knownType(taxBasisPoints);
	return {
		...{ itemSeq, itemCd: itemCode(taxTyCd), itemClsCd: cls, itemNm: description.slice(0, 200), bcd: null },
		...{ pkgUnitCd: units.pkgUnitCd, pkg: quantity, qtyUnitCd: units.qtyUnitCd, qty: quantity },
		...{ prc: shillings(gross / quantity), splyAmt: shillings(gross) },
		...{ dcRt: gross > 0 ? shillings(((gross - net) / gross) * 10_000) : 0, dcAmt: shillings(gross - net) },
		...{ isrccCd: null, isrccNm: null, isrcRt: null, isrcAmt: null },
		...{ taxTyCd, taxblAmt: shillings(net), taxAmt: shillings(tax), totAmt: shillings(net + tax) },
	};
}

function knownType(basisPoints: number): TaxType {
	const type = taxTypeOf(basisPoints);
	if (type === null) throw new TypeError(`KRA has no tax type for ${basisPoints / 100} %`);
	return type;
}

/** All fifteen sums are required, zeros included. */
function sumsByType(lines: readonly FiscalLine[]): Record<string, number> {
	return Object.fromEntries(
		taxTypes.flatMap((type) => {
			const { net, tax } = totalsOf({ lines: lines.filter((line) => knownType(line.taxBasisPoints) === type) });
			return [
				[`taxblAmt${type}`, shillings(net)],
				[`taxRt${type}`, rates[type]],
				[`taxAmt${type}`, shillings(tax)],
			];
		}),
	);
}
