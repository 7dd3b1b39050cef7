// First, so that the account is recorded before the page is left.
import "./account-record";

/** Opens `data-to` after `data-seconds`. The page must also show a link. */
class DelayedRedirect extends HTMLElement {
	private timer = 0;

	connectedCallback(): void {
		const { to = "", seconds } = this.dataset;
		this.timer = window.setTimeout(() => location.assign(to), Number(seconds) * 1_000);
	}

	disconnectedCallback(): void {
		clearTimeout(this.timer);
	}
}

customElements.define("delayed-redirect", DelayedRedirect);
