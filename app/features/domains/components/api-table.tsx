import { Table } from "~/components/ui/table";

const calls = [
	{
		call: "GET /api/domains/search",
		does: "Checks the name q under the extensions in tlds, or under all extensions without tlds.",
		answers:
			"One JSON document per line as answers arrive, or one array with Accept: application/json. At most 30 searches a minute.",
	},
	{ call: "GET /api/status", does: "Checks that the backend is running.", answers: "Plain text" },
	{
		call: "GET /api/health",
		does: "Checks every service that we depend on.",
		answers: "JSON with ok and the time. 503 if a service does not answer",
	},
	{
		call: "GET /api/uptime",
		does: "Returns the share of our own checks that succeeded in the last 90 days.",
		answers: "JSON with uptime and the number of days with checks. null before there are 7 days",
	},
	{
		call: "POST /api/userauth/login",
		does: "Signs in with email, password and remember.",
		answers: "message, token and user. Send the token as a bearer token in other calls",
	},
] as const;

/** The public calls of the API. */
export function ApiTable() {
	return (
		<Table
			caption="The public calls of the API"
			// Cells have sentences: on phones, show them below their label.
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
							<code className="text-sm wrap-anywhere md:whitespace-nowrap">{call}</code>
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
