import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { SelectionBar } from "~/components/forms/selection-bar";
import { Icon } from "~/components/ui/icon";
import { RouteButton } from "~/components/ui/route-button";
import { DeskPage } from "~/features/desk/components/desk-page";
import { withParams } from "~/lib/address";

interface SelectablePageProps {
	title: string;
	/** The page that says what a change of the selected rows will do. Null without rows or the permission. */
	action: string | null;
	choices: readonly { readonly value: string; readonly text: string }[];
	/** The filters of the list, for "all in this list". */
	filters: Readonly<Record<string, string | undefined>>;
	children: ReactNode;
}

/** A page of the desk with a list whose rows can be selected. On a phone, a button shows the checkboxes. */
export function SelectablePage({ title, action, choices, filters, children }: SelectablePageProps) {
	const [params] = useSearchParams();
	const selecting = action !== null && params.get("select") === "1";
	return (
		<div className="list-page" data-selecting={selecting || undefined}>
			<DeskPage
				title={title}
				actions={
					action !== null &&
					!selecting && (
						<RouteButton to={withParams(params, { select: "1" })} variant="secondary" replace className="md:hidden">
							<Icon name="circle-check" />
							Select
						</RouteButton>
					)
				}
			>
				{children}
				{action !== null && (
					<SelectionBar
						action={action}
						choices={choices}
						filters={filters}
						doneHref={selecting ? withParams(params, { select: null }) : undefined}
					/>
				)}
			</DeskPage>
		</div>
	);
}
