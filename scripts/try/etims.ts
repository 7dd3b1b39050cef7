import { z } from "zod";
import { createEtimsApi, type EtimsApi } from "~/platform/fiscal/etims/etims-api";
import { createEtimsSigner } from "~/platform/fiscal/etims/etims-signer";
import { by, itemCode, itemName, taxTypes, units } from "~/platform/fiscal/etims/sale";
import type { Trial } from "../trial";

const initialized = z.object({ info: z.object({ cmcKey: z.string().min(1), sdcId: z.string().min(1) }) });

const classes = z.object({ itemClsList: z.array(z.object({ itemClsCd: z.string(), itemClsNm: z.string() })) });

/**
 * `npm run try -- etims` checks the device. `--initialize=SERIAL` gets its key, which KRA gives once. `--classes=WORD` lists
 * KRA's classes with this word. `--register` registers what we sell.
 */
export const trial: Trial = {
	needs: ["ETIMS_PIN"],
	page: "docs/services/etims.md",

	async run(settings, options) {
		const environment = settings.ETIMS_ENVIRONMENT === "live" ? "live" : "sandbox";
		const device = {
			environment,
			...{ pin: settings.ETIMS_PIN ?? "", branch: settings.ETIMS_BRANCH ?? "00", cmcKey: settings.ETIMS_CMC_KEY ?? "" },
			fetch: (url: string, init: RequestInit) => fetch(url, init),
		} as const;
		const api = createEtimsApi(device);
		const optionValue = (option: string) =>
			options.find((one) => one.startsWith(`--${option}=`))?.slice(option.length + 3);
		const serial = optionValue("initialize");
		if (serial) return initialize(api, serial);
		if (!device.cmcKey) throw new Error("ETIMS_CMC_KEY is missing");
		const word = optionValue("classes");
		if (word) return classesWith(api, word);
		const itemClass = settings.ETIMS_ITEM_CLASS ?? "";
		if (options.includes("--register")) return register(api, itemClass);
		await createEtimsSigner({ ...device, controlUnit: settings.ETIMS_CONTROL_UNIT ?? "", itemClass }).probe();
		return [`KRA's ${environment} service accepts the device.`];
	},

	explanations: [
		{
			pattern: /ETIMS_CMC_KEY/,
			next: "Get it once with npm run try -- etims --initialize=SERIAL, where SERIAL is what KRA approved.",
		},
		{
			pattern: / 902 /,
			next: "The device is initialized already, and KRA gives its key only once. Use the stored key, or ask timsupport@kra.go.ke to reset the device.",
		},
		{
			pattern: / 90[0-9] /,
			next: "KRA does not accept the device. Compare PIN, branch and key, and check that they belong to this environment.",
		},
		{
			pattern: / 91[0-3] /,
			next: "KRA refuses a field, which the message names. Compare ETIMS_PIN, ETIMS_BRANCH and ETIMS_ITEM_CLASS with what KRA approved.",
		},
		{
			pattern: / 994 /,
			next: "KRA has this already. Nothing has to be done: the shop looks up what is registered.",
		},
		{
			pattern: / (89|99)[0-9] /,
			next: "A failure at KRA. Try again in a few minutes.",
		},
		{
			pattern: /ETIMS_ITEM_CLASS/,
			next: "Find the class of what you sell with npm run try -- etims --classes=internet.",
		},
		{
			pattern: /fetch failed|timeout|result code/i,
			next: "KRA does not answer. Check your network, then try again in a few minutes.",
		},
	],
};

/** @throws with KRA's code and message */
async function dataOf(api: EtimsApi, path: string, body: Record<string, unknown>): Promise<unknown> {
	const answer = await api.post(path, body);
	if (answer.kind === "error") throw new Error(`eTIMS answered ${answer.code} ${answer.message}`);
	return answer.kind === "done" ? answer.data : null;
}

async function initialize(api: EtimsApi, dvcSrlNo: string): Promise<string[]> {
	const { info } = initialized.parse(await dataOf(api, "/selectInitOsdcInfo", { dvcSrlNo }));
	return [
		`ETIMS_CMC_KEY=${info.cmcKey}`,
		`ETIMS_CONTROL_UNIT=${info.sdcId}`,
		"Store both safely now. KRA does not show the key again.",
	];
}

async function classesWith(api: EtimsApi, word: string): Promise<string[]> {
	const found = classes.safeParse(await dataOf(api, "/selectItemClsList", { lastReqDt: "20180101000000" }));
	const matching = found.success
		? found.data.itemClsList.filter(({ itemClsNm }) => itemClsNm.toLowerCase().includes(word.toLowerCase()))
		: [];
	return matching.length > 0
		? matching.map(({ itemClsCd, itemClsNm }) => `${itemClsCd} ${itemClsNm}`)
		: [`KRA has no class with "${word}".`];
}

/** One item for each tax type. Repeating it changes nothing. */
async function register(api: EtimsApi, itemClsCd: string): Promise<string[]> {
	if (!itemClsCd) throw new Error("ETIMS_ITEM_CLASS is missing");
	for (const taxTyCd of taxTypes) {
		const answer = await api.post("/saveItem", {
			...{ itemCd: itemCode(taxTyCd), itemClsCd, itemTyCd: "3", itemNm: itemName, itemStdNm: null, orgnNatCd: "KE" },
			...{ ...units, taxTyCd, btchNo: null, bcd: null, dftPrc: 0, addInfo: null, sftyQty: null },
			...{ isrcAplcbYn: "N", useYn: "Y", ...by },
		});
		if (answer.kind === "error" && answer.code !== "994")
			throw new Error(`eTIMS answered ${answer.code} ${answer.message}`);
	}
	return [`Registered ${taxTypes.length} items: one for each tax type.`];
}
