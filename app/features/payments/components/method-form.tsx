import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { SubmitButton } from "~/components/forms/submit";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";
import type { IconName } from "~/components/ui/icon-names";
import type { PaymentMethod } from "../payment-method";

interface MethodFormProps {
	method: PaymentMethod | "credit";
	icon: IconName;
	title: string;
	/** Whether this is the suggested method. Its button is the primary one. */
	primary: boolean;
	/** "Pay Ksh 1,750 by card" */
	pay: ReactNode;
	/** The button's text while the form is sent. */
	busyText: string;
	children: ReactNode;
	/** Below the button. */
	note?: string | false;
}

/** The form of one payment method. */
export function MethodForm({ method, icon, title, primary, pay, busyText, children, note }: MethodFormProps) {
	const { busy, waiting } = usePaymentSubmission(method);
	return (
		<Form method="post" noValidate className="grid gap-4">
			<Heading level={2} size="sm" className="flex items-center gap-2">
				<Icon name={icon} className="text-lake" />
				{title}
			</Heading>
			{children}
			<SubmitButton
				name="method"
				value={method}
				variant={primary ? "primary" : "secondary"}
				busy={busy}
				disabled={waiting}
				busyText={busyText}
			>
				{pay}
			</SubmitButton>
			{note && <p className="text-sm text-muted">{note}</p>}
		</Form>
	);
}

export const PayWith = ({ amount, means }: { amount: string; means: string }) => (
	<span>
		Pay {amount} <span className="whitespace-nowrap">with {means}</span>
	</span>
);

/** `busy`: this form is being sent. `waiting`: any is, so all buttons are disabled to prevent a second payment. */
export function usePaymentSubmission(method: string, card: string | null = null): { busy: boolean; waiting: boolean } {
	const { state, formData } = useNavigation();
	const sending = state !== "idle" && formData !== undefined;
	const mine = sending && formData.get("method") === method && (card === null || formData.get("card") === card);
	return { busy: mine, waiting: sending };
}
