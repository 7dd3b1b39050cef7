import { readForm } from "./form-data";

/** A form sent after its session had ended. Its page offers to send it again. */
export interface Resubmission {
	readonly address: string;
	readonly fields: readonly (readonly [name: string, value: string])[];
	/** Whether the form had a password, code or file, which are not sent back. */
	readonly incomplete: boolean;
}

/** Bytes. Enough for a zone file or a long description; anything larger is an upload. */
const maxBytes = 256 * 1024;

/** Names of fields that must not appear in the page's source. */
const secretField = /password|code$|^(token|challenge|passkey)$/i;

/** @param request with an unread body */
export async function readResubmission(request: Request, { pathname, search }: URL): Promise<Resubmission> {
	const address = pathname + search;
	const length = Number(request.headers.get("Content-Length") ?? Number.NaN);
	if (!(length <= maxBytes)) return { address, fields: [], incomplete: true };
	const sent = [...(await readForm(request))];
	const fields = sent.flatMap(([name, value]) =>
		typeof value === "string" && !secretField.test(name) ? [[name, value] as const] : [],
	);
	return { address, fields, incomplete: fields.length < sent.length };
}

/** For the data of a route error. */
export const isResubmission = (value: unknown): value is Resubmission =>
	typeof value === "object" && value !== null && "fields" in value && Array.isArray(value.fields);
