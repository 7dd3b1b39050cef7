/** Scripts for every page: header, cart, chat and prefetching. */
import "./account";
import "./add-to-cart";
import "./cart-badge";
import "./chat-button";
import "./chat-widget";
import "./prefetch";
import "./print-button";
import "./site-header";
