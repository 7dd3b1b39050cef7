/** Scripts for every page: header, cart, chat button and prefetching. */
import "./account";
import "./add-to-cart";
import "./cart-badge";
import "./chat-button";
import "./prefetch";
import "./site-header";
