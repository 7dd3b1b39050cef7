import { useEffect, useRef } from "react";
import { Form, useLocation, useSubmit } from "react-router";
import { toast } from "~/islands/toast";
import type { ShownFlash } from "~/lib/flash";
import { HiddenFields } from "../../forms/hidden-fields";
import { Alert } from "../../ui/alert";

/** The result of the last action: in the page after a full load, as a toast after a request by script. */
export function FlashMessage({ flash }: { flash: ShownFlash | null }) {
	const { key } = useLocation();
	const loaded = useRef({ key, id: flash?.id });
	const shownId = useRef(flash?.id);
	const submit = useSubmit();
	useEffect(() => {
		if (!flash || shownId.current === flash.id) return;
		shownId.current = flash.id;
		const { undo } = flash;
		toast(
			flash.message,
			flash.tone ?? "success",
			undo && {
				label: "Undo",
				run: () =>
					void submit(undo.fields, { method: "post", action: undo.action, navigate: false, preventScrollReset: true }),
			},
		);
	}, [flash, submit]);

	if (!flash || flash.id !== loaded.current.id || key !== loaded.current.key) return null;
	return (
		<Alert tone={flash.tone === "error" ? "danger" : (flash.tone ?? "success")} role="status" className="mb-6">
			<div className="flex flex-wrap items-center justify-between gap-x-4">
				<p className="break-words">{flash.message}</p>
				{flash.undo && (
					<Form method="post" action={flash.undo.action}>
						<HiddenFields values={flash.undo.fields} />
						<button type="submit" className="link min-h-11 font-semibold">
							Undo
						</button>
					</Form>
				)}
			</div>
		</Alert>
	);
}
