// The app on a device: the same app, whose server is elsewhere. Built by ui/vite.native.config.ts alone.
// First what leads its calls: the app makes some as it loads.
import './leading.ts';
import '../main.tsx';
