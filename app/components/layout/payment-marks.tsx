import type { ReactNode } from "react";
import type { PaymentMethod } from "~/features/payments/payment-method";

const marks: Readonly<Record<PaymentMethod, readonly { name: string; mark: ReactNode }[]>> = {
	mpesa: [{ name: "M-Pesa", mark: <MobileMoney /> }],
	card: [
		{ name: "Visa", mark: <span className="font-bold text-indigo italic">VISA</span> },
		{ name: "Mastercard", mark: <Circles /> },
	],
	paypal: [{ name: "PayPal", mark: <PayPalMark /> }],
	bank: [],
	cash: [],
};

/** The marks of a payment method, beside its name. */
export const MethodMarks = ({ method }: { method: PaymentMethod }) => (
	<span className="inline-flex items-center gap-3 text-sm" aria-hidden="true">
		{method === "mpesa" && <MobileMoney />}
		{method === "paypal" && <PayPalMark />}
		{method === "card" && (
			<>
				<span className="font-bold text-indigo italic">VISA</span>
				<Circles label={false} />
			</>
		)}
	</span>
);

/** Drawn as plain text and shapes, because the logos are trademarks. */
export function PaymentMarks({ methods }: { methods: readonly PaymentMethod[] }) {
	return (
		<ul aria-label="Payment methods" className="flex flex-wrap gap-2">
			{methods
				.flatMap((method) => marks[method])
				.map(({ name, mark }) => (
					<li key={name} className="flex h-9 items-center rounded-sm border border-line bg-paper px-3 text-sm">
						{mark}
					</li>
				))}
		</ul>
	);
}

function PayPalMark() {
	return <span className="font-bold text-indigo italic">PayPal</span>;
}

function MobileMoney() {
	return (
		<span className="inline-flex items-center gap-1.5 font-bold text-lake">
			<svg
				width="10"
				height="16"
				viewBox="0 0 10 16"
				fill="none"
				stroke="currentColor"
				strokeWidth="1.5"
				aria-hidden="true"
			>
				<rect x="1" y="1" width="8" height="14" rx="2" />
				<path d="M4 12.5h2" />
			</svg>
			M-PESA
		</span>
	);
}

function Circles({ label = true }: { label?: boolean }) {
	return (
		<span className="inline-flex items-center gap-1.5 font-medium">
			<svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true">
				<circle cx="7" cy="7" r="6.5" className="fill-danger" />
				<circle cx="15" cy="7" r="6.5" className="fill-maize" fillOpacity="0.85" />
			</svg>
			{label && "Mastercard"}
		</span>
	);
}
