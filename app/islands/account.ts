import type { PagePath } from "~/lib/page-path";
import { accountChanged, forgetAccount, readAccount } from "./account-hint";

/** The style sheet shows `.signed-in` or `.signed-out` parts by this one attribute. */
function mark(): void {
	document.documentElement.toggleAttribute("data-signed-in", readAccount() !== null);
}

/** The visitor's first name, once it is known. */
class AccountName extends HTMLElement {
	connectedCallback(): void {
		window.addEventListener(accountChanged, this);
		this.handleEvent();
	}

	disconnectedCallback(): void {
		window.removeEventListener(accountChanged, this);
	}

	handleEvent(): void {
		this.textContent = readAccount()?.firstName || "Account";
	}
}

const logout = "/logout" satisfies PagePath;

mark();
window.addEventListener(accountChanged, mark);
window.addEventListener("storage", ({ key }) => {
	if (key === "user" || key === null) window.dispatchEvent(new Event(accountChanged));
});
// The server ends the session; the hint goes with the form that asks for it.
document.addEventListener("submit", ({ target }) => {
	if (target instanceof HTMLFormElement && new URL(target.action).pathname === logout) forgetAccount();
});
customElements.define("account-name", AccountName);
