import { Hono } from "hono";
import { createFaults } from "./faults";

export const etimsAccount = {
	environment: "sandbox",
	pin: "P051234567X",
	branch: "00",
	controlUnit: "KRACU0100000001",
	cmcKey: "communication-key-1",
	itemClass: "8111210500",
} as const;

type Json = Record<string, unknown>;

interface Sale extends Json {
	readonly invcNo: number;
	readonly orgInvcNo: number;
	readonly itemList: readonly Json[];
}

const taxTypes = ["A", "B", "C", "D", "E"];

/** `YYYYMMDDhhmmss` in Nairobi. */
const kenyaTime = (at: number) => new Date(at + 3 * 3_600_000).toISOString().replace(/\D/g, "").slice(0, 14);

/**
 * KRA's API for online control units as the OSCU specification v2.0 and certified integrations describe it: the device is in
 * headers, a sale is one request, numbers are used once, a credit note cites the number of its invoice, every sum is checked,
 * and keys of the answer may end with a space. Two requests for one number at the same time get two receipts, as reported
 * from production. State in memory.
 */
export function createEtimsServer({
	clock,
	cmcKey = etimsAccount.cmcKey,
}: {
	readonly clock: () => number;
	readonly cmcKey?: string;
}) {
	const sales: { readonly sale: Sale; readonly receipt: Json }[] = [];
	const items: Json[] = [];
	const calls: { readonly path: string; readonly body: Json }[] = [];
	let atOnce = 0;
	let mostAtOnce = 0;
	let isBlocked = false;
	let delayMs = 0;
	/** Whether lookups report our number, which older servers may not. */
	let reportsReference = true;
	const app = new Hono().basePath("/etims-api");
	const answer = (resultCd: string, resultMsg: string, data: unknown = null) =>
		Response.json({ resultCd, resultMsg, resultDt: kenyaTime(clock()), data });

	app.use("*", async (c, next) => {
		const body = await c.req.json<Json>();
		calls.push({ path: c.req.path.replace("/etims-api", ""), body });
		const { pin, branch } = etimsAccount;
		if (c.req.header("tin") !== pin || c.req.header("bhfId") !== branch) return answer("900", "There is no header");
		if (isBlocked) return answer("901", "It is not valid device");
		if (c.req.path.endsWith("/selectInitOsdcInfo")) return next();
		if (c.req.header("cmcKey") !== cmcKey || body.cmcKey !== cmcKey) return answer("900", "There is no header");
		return next();
	});

	app.post("/selectBhfList", () => answer("000", "It is succeeded", { bhfList: [{ bhfId: etimsAccount.branch }] }));

	app.post("/selectInitOsdcInfo", async (c) => {
		const { dvcSrlNo } = await c.req.json<Json>();
		if (dvcSrlNo !== "device-1") return answer("901", "It is not valid device");
		const { controlUnit: sdcId } = etimsAccount;
		return answer("000", "It is succeeded", { info: { cmcKey, sdcId, mrcNo: "WIS00000001" } });
	});

	app.post("/saveItem", async (c) => {
		items.push(await c.req.json<Json>());
		return answer("000", "It is succeeded");
	});

	app.post("/saveTrnsSalesOsdc", async (c) => {
		const sale = await c.req.json<Sale>();
		const problem = problemOf(sale);
		if (problem) return answer("910", problem);
		if (sales.some((known) => known.sale.invcNo === sale.invcNo)) return answer("994", "There is an overlapped data");
		atOnce += 1;
		mostAtOnce = Math.max(mostAtOnce, atOnce);
		// The check above and the write are not atomic.
		await new Promise((resolve) => setTimeout(resolve, delayMs));
		atOnce -= 1;
		const curRcptNo = sales.length + 1;
		const receipt = {
			...{ curRcptNo, totRcptNo: curRcptNo, intrlData: `DATA${String(curRcptNo).padStart(22, "0")}` },
			...{ rcptSign: `SIGN${String(curRcptNo).padStart(12, "0")}`, sdcDateTime: kenyaTime(clock()) },
		};
		sales.push({ sale, receipt });
		return answer("000", "It is succeeded", { ...receipt, "totRcptNo ": String(curRcptNo) });
	});

	app.post("/selectInvoiceDetails", async (c) => {
		const { invcNo } = await c.req.json<Json>();
		const found = sales.find(({ sale }) => sale.invcNo === invcNo);
		if (!found) return answer("001", "There is no search result");
		const { trdInvcNo, totAmt } = found.sale;
		const reference = reportsReference ? { trdInvcNo } : {};
		return answer("000", "It is succeeded", { salesList: [{ invcNo, ...reference, totAmt, receipt: found.receipt }] });
	});

	/** Why KRA would answer 910. Null if nothing is wrong. */
	function problemOf(sale: Sale): string | null {
		const sum = (name: string, lines = sale.itemList) =>
			Math.round(lines.reduce((total, line) => total + Number(line[name]) * 100, 0));
		const cents = (name: string) => Math.round(Number(sale[name]) * 100);
		if (!Number.isInteger(sale.invcNo) || sale.invcNo < 1) return "invcNo";
		if (sale.rcptTyCd === "R" && !sales.some(({ sale: { invcNo } }) => invcNo === sale.orgInvcNo)) return "orgInvcNo";
		if (sale.rcptTyCd === "S" && sale.orgInvcNo !== 0) return "orgInvcNo";
		if (sale.custTin !== null && !/^[AP]\d{9}[A-Z]$/.test(String(sale.custTin))) return "custTin";
		if (sale.itemList.length === 0 || sale.totItemCnt !== sale.itemList.length) return "totItemCnt";
		if (!/^\d{14}$/.test(String(sale.cfmDt)) || !/^\d{8}$/.test(String(sale.salesDt))) return "cfmDt";
		for (const type of taxTypes) {
			const lines = sale.itemList.filter((line) => line.taxTyCd === type);
			if (cents(`taxblAmt${type}`) !== sum("taxblAmt", lines)) return `taxblAmt${type}`;
			if (cents(`taxAmt${type}`) !== sum("taxAmt", lines)) return `taxAmt${type}`;
		}
		if (cents("totTaxblAmt") !== sum("taxblAmt")) return "totTaxblAmt";
		if (cents("totTaxAmt") !== sum("taxAmt")) return "totTaxAmt";
		if (cents("totAmt") !== sum("totAmt")) return "totAmt";
		return sale.itemList.some((line) => !(Number(line.totAmt) >= 0) || !(Number(line.qty) > 0)) ? "itemList" : null;
	}

	const faults = createFaults((request) => app.fetch(request));

	return {
		fetch: (request: Request) => faults.fetch(request),
		faults,
		calls,
		sales,
		items,
		/** The most sales that were handled at the same time. */
		mostAtOnce: () => mostAtOnce,
		block: (blocked: boolean) => {
			isBlocked = blocked;
		},
		slow: (ms: number) => {
			delayMs = ms;
		},
		hideReferences: () => {
			reportsReference = false;
		},
	};
}
