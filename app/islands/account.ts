import type { PagePath } from "~/lib/page-path";
import { accountChanged, forgetAccount, readAccount } from "./account-hint";

/** Sets the attribute that the `signed-in` variant of app.css uses. */
function updateSignedInAttribute(): void {
	document.documentElement.toggleAttribute("data-signed-in", readAccount() !== null);
}

/** The visitor's first name, or "Account". */
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

updateSignedInAttribute();
window.addEventListener(accountChanged, updateSignedInAttribute);
window.addEventListener("storage", ({ key }) => {
	if (key === "user" || key === null) window.dispatchEvent(new Event(accountChanged));
});
// Removes the hint when a sign-out form is submitted. The server ends the session.
document.addEventListener("submit", ({ target }) => {
	if (target instanceof HTMLFormElement && new URL(target.action).pathname === logout) forgetAccount();
});
customElements.define("account-name", AccountName);
