import { Form, Link } from "react-router";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Heading } from "~/components/ui/heading";
import { Icon } from "~/components/ui/icon";

interface PaymentMethodsProps {
	phones: readonly { readonly phone: string; readonly used: string }[];
}

/** What is kept of how the customer paid, and how to have it forgotten. */
export function PaymentMethods({ phones }: PaymentMethodsProps) {
	return (
		<Card as="section" aria-labelledby="methods-title" className="max-w-3xl">
			<Heading level={2} size="sm" id="methods-title">
				Payment methods
			</Heading>
			<p className="mt-1 max-w-measure text-muted">
				M-Pesa numbers that you paid with, so that paying starts with yours. Card numbers go to the payment provider
				alone: we keep nothing of them.
			</p>
			{phones.length > 0 && (
				<ul className="mt-3 divide-y divide-line">
					{phones.map(({ phone, used }) => (
						<li key={phone} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
							<span className="flex items-center gap-3">
								<Icon name="smartphone" className="flex-none text-muted" />
								<span>
									<span className="block font-semibold tabular-nums">{phone}</span>
									<span className="block text-sm text-muted">M-Pesa · last used {used}</span>
								</span>
							</span>
							<Form method="post" preventScrollReset>
								<input type="hidden" name="intent" value="forget" />
								<input type="hidden" name="phone" value={phone} />
								<Button type="submit" variant="secondary" size="sm">
									Remove<span className="sr-only"> {phone}</span>
								</Button>
							</Form>
						</li>
					))}
				</ul>
			)}
			<p className="mt-3">
				{phones.length === 0 && "None is kept yet. "}
				<Link to="/dashboard/invoices" className="link">
					See your invoices and receipts
				</Link>
			</p>
		</Card>
	);
}
