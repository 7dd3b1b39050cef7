/** The script beside React: what header, footer and floating button need on every page. */
import "./account";
import "./add-to-cart";
import "./cart-badge";
import "./chat-button";
import "./chat-widget";
import "./site-header";
