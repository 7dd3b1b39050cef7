import { Table } from "~/components/ui/table";

const calls = [
	{
		call: "GET /api/domains/search",
		does: "Asks the registries about q, under the extensions of tlds (all of them without it).",
		answers:
			"One JSON document a line as each answers, or one array for Accept: application/json. 30 searches a minute.",
	},
	{ call: "GET /api/status", does: "Is the backend there?", answers: "Plain text" },
	{
		call: "GET /api/health",
		does: "Checks every service that the shop depends on.",
		answers: "JSON with ok and the time; 503 when one does not answer",
	},
	{
		call: "POST /api/userauth/login",
		does: "email, password, remember",
		answers: "message, token, user; the token is a bearer for further calls",
	},
] as const;

/** The public calls of the API. */
export function ApiTable() {
	return (
		<Table
			caption="The public calls of the API"
			// Sentences, not figures: in a card they stand below their label.
			className="max-md:[&_td]:flex-col max-md:[&_td]:items-start max-md:[&_td]:gap-0 max-md:[&_td]:text-start"
		>
			<thead>
				<tr>
					<th scope="col">Call</th>
					<th scope="col">Does</th>
					<th scope="col">Answers</th>
				</tr>
			</thead>
			<tbody>
				{calls.map(({ call, does, answers }) => (
					<tr key={call}>
						<th scope="row">
							<code className="text-sm whitespace-nowrap">{call}</code>
						</th>
						<td data-label="Does">{does}</td>
						<td data-label="Answers" className="text-muted">
							{answers}
						</td>
					</tr>
				))}
			</tbody>
		</Table>
	);
}
