import { Field } from "~/components/forms/field";
import { Alert } from "~/components/ui/alert";
import { TitledCard } from "~/components/ui/titled-card";
import { DeskFacts } from "~/features/desk/components/desk-facts";
import { ReasonForm } from "~/features/desk/components/reason-form";
import type { DeskAnswer } from "~/features/desk/desk-answer";
import { formatCount } from "~/lib/format-count";
import type { StockView } from "../catalog-view";

interface StockCardProps {
	stock: StockView;
	mayEdit: boolean;
	answer: DeskAnswer | undefined;
}

/** How many pieces of a hardware product there are, and the forms that change it at once. */
export function StockCard({ stock, mayEdit, answer }: StockCardProps) {
	const { free, reserved, shelf, lowAt, version } = stock;
	const failed = (intent: string) => (answer?.intent === intent ? answer : undefined);
	const sent = (intent: string, name: string) => failed(intent)?.values[name]?.[0];
	const formOf = (intent: string, more: Readonly<Record<string, string | number>> = {}) => ({
		change: { intent, version, ...more },
		failure: failed(intent)?.failure,
		reason: sent(intent, "reason"),
	});
	const errorOf = (intent: string, name: string) => failed(intent)?.failure.fields?.[name];
	return (
		<TitledCard
			title="Stock"
			lead={
				shelf === null
					? "Not counted. Customers can order any number."
					: "Orders reserve their pieces. The public pages show within a minute that it has sold out or is back."
			}
		>
			{free !== null && free < 0 && (
				<Alert tone="pending" title={`${formatCount(-free, "piece")} missing`}>
					<p>Orders have reserved more than there are on the shelf.</p>
				</Alert>
			)}
			<DeskFacts
				facts={[
					...(free === null ? [] : ([["Can be ordered", String(Math.max(0, free))]] as const)),
					["Reserved for orders that are not sent", String(reserved)],
					...(shelf === null ? [] : ([["On the shelf", String(shelf)]] as const)),
					...(lowAt === null ? [] : ([["Staff are told at", formatCount(lowAt, "piece")]] as const)),
				]}
			/>
			{mayEdit && (
				<div>
					{shelf !== null && (
						<ReasonForm
							icon="plus"
							label="Add or remove pieces"
							effect="After a delivery, or when a piece is broken. Pieces that an order sends leave the stock with it."
							{...formOf("stock-add")}
						>
							<Field
								label="Pieces"
								name="pieces"
								hint="12 adds twelve, -1 removes one."
								inputMode="text"
								autoComplete="off"
								maxLength={10}
								required
								defaultValue={sent("stock-add", "pieces")}
								error={errorOf("stock-add", "pieces")}
							/>
						</ReasonForm>
					)}
					<ReasonForm
						icon="pencil"
						label={shelf === null ? "Count the stock" : "Correct the count"}
						effect="Count everything on the shelf, also what waits to be sent for orders."
						{...formOf("stock-count", { seen: shelf ?? "" })}
					>
						<Field
							label="On the shelf"
							name="counted"
							inputMode="numeric"
							autoComplete="off"
							maxLength={10}
							required
							defaultValue={sent("stock-count", "counted")}
							error={errorOf("stock-count", "counted")}
						/>
					</ReasonForm>
					<ReasonForm
						icon="bell"
						label="Notice about few pieces"
						effect="Today shows this product when it has sold out, and already when this many or fewer can be ordered."
						withoutReason
						{...formOf("stock-low")}
					>
						<Field
							label="Pieces"
							name="lowAt"
							hint="Leave it empty for a notice only when it has sold out."
							inputMode="numeric"
							autoComplete="off"
							maxLength={10}
							defaultValue={sent("stock-low", "lowAt") ?? (lowAt === null ? "" : String(lowAt))}
							error={errorOf("stock-low", "lowAt")}
						/>
					</ReasonForm>
					{shelf !== null && (
						<ReasonForm
							icon="x"
							label="Stop counting"
							effect="Customers can order any number from then on."
							danger
							{...formOf("stock-stop")}
						/>
					)}
				</div>
			)}
		</TitledCard>
	);
}
