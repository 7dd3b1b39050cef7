/** Milliseconds between the scroll to the top and opening the chat. */
const delayMs = 500;

/** `<a data-chat href="https://wa.me/…">` scrolls the page to the top before it opens. A plain link without script. */
document.addEventListener("click", (event) => {
	if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
	const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-chat]") : null;
	if (!link) return;
	event.preventDefault();
	window.scrollTo({ top: 0 });
	setTimeout(() => {
		// Not with `noopener`: `window.open` would always return null, so a blocked window couldn't be detected.
		const chat = window.open(link.href, "_blank");
		if (chat) chat.opener = null;
		else location.href = link.href;
	}, delayMs);
});
