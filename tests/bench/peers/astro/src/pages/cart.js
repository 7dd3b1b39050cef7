import { readCart } from "../cart.js";

export async function POST({ request, cookies, redirect }) {
	const form = await request.formData();
	const cart = new Set(readCart(cookies)).add(String(form.get("item")));
	cookies.set("cart", JSON.stringify([...cart]), { path: "/" });
	return redirect(`/domains/search?q=${encodeURIComponent(String(form.get("q")))}`, 303);
}
