/** Milliseconds between the scroll to the top and the chat. */
const pause = 500;

/** `<a data-chat href="https://wa.me/…">`: a plain link without script; with it, the page scrolls to the top first. */
document.addEventListener("click", (event) => {
	if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
	const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-chat]") : null;
	if (!link) return;
	event.preventDefault();
	window.scrollTo({ top: 0 });
	setTimeout(() => {
		// `noopener` in window.open makes it return null always, so a blocked window could not be told from an open one.
		const chat = window.open(link.href, "_blank");
		if (chat) chat.opener = null;
		else location.href = link.href;
	}, pause);
});
