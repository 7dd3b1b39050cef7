export default {
	// The bench compresses all peers in the same way.
	compress: false,
};
