/** A link with `data-carry` takes what is typed in the field of that name along in its address. */
document.addEventListener(
	"click",
	({ target }) => {
		const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-carry]") : null;
		const field =
			link && document.querySelector<HTMLInputElement>(`main [name=${link.dataset.carry}]:not([type=hidden])`);
		if (!field) return;
		const address = new URL(link.href);
		address.searchParams.set(field.name, field.value);
		link.href = address.href;
	},
	true,
);
