import { hostCookie } from "~/lib/host-cookie";

/** Minutes for which the pages show the draft. */
const minutes = 30;

const cookieOf = (appOrigin: string) => hostCookie(appOrigin, "catalogue-preview");

/**
 * `Set-Cookie` that starts or ends the preview of the draft. It only says that pages shall show it. Who may see the draft
 * is checked by the session of the desk, so the cookie is of no use in another browser.
 */
export function previewCookie(appOrigin: string, on: boolean): string {
	const { name, attributes } = cookieOf(appOrigin);
	return `${name}=${on ? "on" : ""}; ${attributes}; Max-Age=${on ? minutes * 60 : 0}`;
}

/** Whether the request asks for the draft. @param cookies the `Cookie` header */
export const wantsPreview = (appOrigin: string, cookies: string | null): boolean =>
	(cookies ?? "").split(";").some((cookie) => cookie.trim() === `${cookieOf(appOrigin).name}=on`);
