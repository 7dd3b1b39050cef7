/** The names in the cart's cookie. */
export const readCart = (cookies) => cookies.get("cart")?.json() ?? [];
