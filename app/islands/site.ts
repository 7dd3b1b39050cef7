/** The script of every page: all of it on pages without React, beside React on the others. */
import "./account";
import "./add-to-cart";
import "./cart-badge";
import "./cart-drawer";
import "./chat-button";
import "./chat-widget";
import "./enquiry-form";
import "./next-page";
import "./profit-calculator";
import "./site-header";
import "./slide-carousel";
