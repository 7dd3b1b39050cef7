import results from "#content/results.json";

const readCart = (cookies) => JSON.parse(cookies.get("cart") ?? "[]");

export function load({ url, cookies }) {
	return { query: url.searchParams.get("q") ?? "", results, cart: readCart(cookies) };
}

export const actions = {
	async add({ request, cookies }) {
		const form = await request.formData();
		const cart = new Set(readCart(cookies)).add(String(form.get("item")));
		cookies.set("cart", JSON.stringify([...cart]), { path: "/" });
	},
};
