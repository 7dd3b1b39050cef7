import { href } from "react-router";
import { commandsFor } from "./commands";
import { Palette } from "./palette";

/** Finds pages, actions and the customer's domains, plans, projects and invoices by name. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
	return (
		<Palette
			label="Search pages, actions, domains, plans, projects and invoices"
			placeholder="Search pages, actions and your services"
			commandsFor={commandsFor}
			address={href("/dashboard/search/hits")}
			onClose={onClose}
		/>
	);
}
