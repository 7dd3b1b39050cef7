import { readForm } from "./form-data";

/** A form that could not be taken, so that its page can offer to send it again. */
export interface KeptForm {
	readonly address: string;
	readonly fields: readonly (readonly [name: string, value: string])[];
	/** Did it hold something that is not sent back: a password, a code, a file? */
	readonly incomplete: boolean;
}

/** A zone file or a long description; more would be a file. Bytes. */
const longest = 256 * 1024;

/** Whoever looks at the screen, or at the page's source, shall not read these. */
const secret = /password|code$|^(token|challenge|passkey)$/i;

/** @param request whose body nobody has read. */
export async function keptForm(request: Request, { pathname, search }: URL): Promise<KeptForm> {
	const address = pathname + search;
	const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
	if (!(length <= longest)) return { address, fields: [], incomplete: true };
	const sent = [...(await readForm(request))];
	const fields = sent.flatMap(([name, value]) =>
		typeof value === "string" && !secret.test(name) ? [[name, value] as const] : [],
	);
	return { address, fields, incomplete: fields.length < sent.length };
}

/** What a page's error says when it carries such a form. */
export const isKeptForm = (value: unknown): value is KeptForm =>
	typeof value === "object" && value !== null && "fields" in value && Array.isArray(value.fields);
