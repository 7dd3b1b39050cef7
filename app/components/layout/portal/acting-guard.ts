import { toast } from "~/islands/toast";
import { type ActingRole, mayWhileActing, refusalOf } from "~/lib/acting";
import { isStaticPage } from "~/static-paths";

/** On the links and buttons that it has disabled. */
const mark = "data-not-acting";

/** Whether the Worker would refuse it. */
function isRefused(role: ActingRole, method: string, address: string): boolean {
	const { origin, pathname, search } = new URL(address, location.href);
	const isOther = origin !== location.origin || isStaticPage({ pathname, search }) || /^\/desk(\/|$)/.test(pathname);
	return !isOther && !mayWhileActing(role, method.toUpperCase(), pathname, search);
}

/** Attributes, because a field named `action` would hide the property. */
const isRefusedForm = (role: ActingRole, form: HTMLFormElement, button: HTMLElement): boolean =>
	isRefused(
		role,
		button.getAttribute("formmethod") ?? form.getAttribute("method") ?? "get",
		button.getAttribute("formaction") ?? form.getAttribute("action") ?? "",
	);

function isRefusedControl(role: ActingRole, control: HTMLElement): boolean {
	if (control instanceof HTMLAnchorElement) return isRefused(role, "get", control.getAttribute("href") ?? "");
	const { form } = control as HTMLButtonElement;
	return form !== null && isRefusedForm(role, form, control);
}

const controls = "a[href]:not([href^='#']), button:not([type=button])";

/**
 * While someone uses an account that is not theirs: disables the links and forms that the Worker would refuse, with the
 * reason. Returns a function that ends it.
 */
export function guardActing(role: ActingRole): () => void {
	const reason = refusalOf(role);

	function markAll(): void {
		for (const control of document.querySelectorAll<HTMLElement>(controls)) {
			const refused = isRefusedControl(role, control);
			if (refused === control.hasAttribute(mark)) continue;
			control.toggleAttribute(mark, refused);
			if (refused) {
				control.setAttribute("aria-disabled", "true");
				control.title = reason;
			} else {
				control.removeAttribute("aria-disabled");
				control.removeAttribute("title");
			}
		}
	}

	function stop(event: Event): void {
		event.preventDefault();
		// React listens on the document.
		event.stopImmediatePropagation();
		toast(reason, "error");
	}

	function stopClick(event: Event): void {
		const control = event.target instanceof Element ? event.target.closest<HTMLElement>(controls) : null;
		if (control && isRefusedControl(role, control)) stop(event);
	}

	function stopSubmit(event: SubmitEvent): void {
		const form = event.target as HTMLFormElement;
		if (isRefusedForm(role, form, event.submitter ?? form)) stop(event);
	}

	const observer = new MutationObserver(markAll);
	observer.observe(document.body, {
		subtree: true,
		childList: true,
		attributeFilter: ["href", "action", "formaction"],
	});
	addEventListener("click", stopClick, true);
	addEventListener("submit", stopSubmit, true);
	markAll();
	return () => {
		observer.disconnect();
		removeEventListener("click", stopClick, true);
		removeEventListener("submit", stopSubmit, true);
	};
}
