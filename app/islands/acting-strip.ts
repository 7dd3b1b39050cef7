import { guardActing } from "~/components/layout/portal/acting-guard";
import type { PagePath } from "~/lib/page-path";
import { forgetActing, readActing } from "./acting-hint";

const stop = "/dashboard/stop" satisfies PagePath;

/** Says above a page without React that someone uses an account that is not theirs, and disables what they may not do. */
function showActing(): void {
	const hint = readActing();
	if (!hint) return;
	const strip = document.createElement("aside");
	strip.setAttribute("aria-label", "Account of another customer");
	strip.className =
		"flex min-h-11 flex-wrap items-center justify-center gap-x-4 bg-maize px-4 text-center text-sm font-medium text-on-maize print:hidden";
	const text = document.createElement("span");
	text.className = "py-2 wrap-anywhere";
	text.textContent = hint.text;
	const form = document.createElement("form");
	form.method = "post";
	form.action = stop;
	form.addEventListener("submit", () => {
		forgetActing();
		// After the browser has read the form.
		setTimeout(() => {
			button.disabled = true;
		});
	});
	addEventListener("pageshow", () => {
		button.disabled = false;
	});
	const button = document.createElement("button");
	button.type = "submit";
	button.className = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";
	button.textContent = hint.role === "staff" ? "Stop" : "Back to your account";
	form.appendChild(button);
	strip.appendChild(text);
	strip.appendChild(form);
	// After the link that skips to the content.
	document.body.insertBefore(strip, document.body.children[1] ?? null);
	const end = guardActing(hint.role);
	if (hint.endsAt === null) return;
	setTimeout(() => {
		strip.remove();
		end();
	}, hint.endsAt - Date.now());
}

showActing();
