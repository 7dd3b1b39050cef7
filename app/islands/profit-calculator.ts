import { formatMoney, usd } from "../lib/money";

/** Recalculates as the figures change; a field that is empty or not a number counts as nothing. */
class ProfitCalculator extends HTMLElement {
	connectedCallback() {
		this.addEventListener("input", () => this.update());
	}

	private update() {
		const monthly = Math.round(this.read("plans")) * (this.cents("price") - this.cents("cost"));
		this.show("[data-monthly]", monthly);
		this.show("[data-annual]", monthly * 12);
	}

	private read(name: string): number {
		const value = this.querySelector<HTMLInputElement>(`[name="${name}"]`)?.valueAsNumber ?? 0;
		return Number.isFinite(value) ? Math.min(Math.max(value, 0), 1e6) : 0;
	}

	private cents = (name: string) => Math.round(this.read(name) * 100);

	private show(selector: string, cents: number) {
		const output = this.querySelector(selector);
		if (output) output.textContent = formatMoney(usd(cents));
	}
}

customElements.define("profit-calculator", ProfitCalculator);
