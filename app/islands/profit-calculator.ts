import { margin } from "~/features/catalog/margin";
import { formatMoney, usd } from "~/lib/money";

/** Recalculates when a figure changes. Empty or invalid fields count as 0. */
class ProfitCalculator extends HTMLElement {
	connectedCallback() {
		this.querySelector("fieldset")?.removeAttribute("disabled");
		this.addEventListener("input", () => this.update());
	}

	private update() {
		const [price, cost] = [this.cents("price"), this.cents("cost")];
		const monthly = Math.round(this.read("plans")) * (price - cost);
		this.show("[data-monthly]", formatMoney(usd(monthly)));
		this.show("[data-annual]", formatMoney(usd(monthly * 12)));
		this.show("[data-margin]", `${margin(price, cost)}%`);
	}

	private read(name: string): number {
		const value = this.querySelector<HTMLInputElement>(`[name="${name}"]`)?.valueAsNumber ?? 0;
		return Number.isFinite(value) ? Math.min(Math.max(value, 0), 1e6) : 0;
	}

	private cents(name: string): number {
		return Math.round(this.read(name) * 100);
	}

	private show(selector: string, text: string) {
		const output = this.querySelector(selector);
		if (output) output.textContent = text;
	}
}

customElements.define("profit-calculator", ProfitCalculator);
