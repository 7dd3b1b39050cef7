import { canonicalPath } from "~/lib/canonical-path";

const tokenPages =
	/^\/(?:verify-email|reset-password|confirm-email|unsubscribe|rate-answer|confirm-registrant|(?:billing-address|pay-link)(?:\/pdf)?|desk\/invitation)$/;

/** Whether the page's address has a token, which must not leak through the referrer or to the scripts of others. */
export const isTokenPage = (pathname: string): boolean => tokenPages.test(canonicalPath(pathname));

const isDeskPage = (pathname: string): boolean => /^\/desk(?:\/|$)/.test(canonicalPath(pathname));

/**
 * The chat widget's script on a page. Empty where its company must not see the address, and at the desk, where it could read
 * the data of all customers.
 */
export const chatWidgetOn = (pathname: string, { CHAT_WIDGET_SRC }: { readonly CHAT_WIDGET_SRC: string }): string =>
	isTokenPage(pathname) || isDeskPage(pathname) ? "" : CHAT_WIDGET_SRC;
