import { forgetAccount, rememberAccount } from "./account-hint";

/** Stores the account hint of `data-user` and `data-token`. Without them, deletes it. */
class AccountRecord extends HTMLElement {
	connectedCallback(): void {
		const { user, token } = this.dataset;
		if (user && token) rememberAccount(JSON.parse(user), token);
		else forgetAccount();
	}
}

customElements.define("account-record", AccountRecord);
