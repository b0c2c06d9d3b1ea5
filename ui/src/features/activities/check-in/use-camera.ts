// The camera at the back of a phone: on while its screen is looked at, and off as soon as it is not.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { qrReader } from './qr-reader.ts';

export type CameraState = 'starting' | 'on' | 'denied' | 'busy' | 'missing' | 'unreadable';

const BETWEEN_MS = 120;
const SIZE = 1280;

function stateOf(cause: unknown): CameraState {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing';
}

interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** After somebody allowed it, or closed what held it. */
  retry: () => void;
}

/** `onText`: for each picture with a code in it, so for one code many times. */
export function useCamera(onText: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [round, setRound] = useState(0);
  const tell = useRef(onText);
  useEffect(() => {
    tell.current = onText;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round starts it anew.
  useEffect(() => {
    // When the screen is left it is not in the page any more.
    const player = video.current;
    let stream: MediaStream | null = null;
    let turn = 0;

    function stop(): void {
      turn += 1;
      for (const track of stream?.getTracks() ?? []) track.stop();
      stream = null;
      if (player) player.srcObject = null;
    }

    async function start(): Promise<void> {
      stop();
      const mine = turn;
      const isOver = () => turn !== mine;
      setState('starting');
      try {
        // Not there on a page without TLS.
        const opened = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: { facingMode: 'environment', width: { ideal: SIZE }, height: { ideal: SIZE } },
        });
        if (isOver() || !player) {
          for (const track of opened.getTracks()) track.stop();
          return;
        }
        stream = opened;
        // A camera that is pulled out, or taken back in the settings of the phone.
        opened.getVideoTracks()[0]?.addEventListener('ended', () => {
          if (!isOver()) setState('busy');
        });
        player.srcObject = opened;
        await player.play();
      } catch (cause) {
        if (!isOver()) setState(stateOf(cause));
        return;
      }
      const read = await qrReader().catch(() => null);
      if (isOver()) return;
      if (!read) {
        stop();
        setState('unreadable');
        return;
      }
      setState('on');
      while (!isOver()) {
        const text = player ? await read(player).catch(() => null) : null;
        if (isOver()) return;
        if (text) tell.current(text);
        await new Promise((done) => setTimeout(done, BETWEEN_MS));
      }
    }

    function follow(): void {
      if (document.visibilityState === 'hidden') stop();
      else void start();
    }

    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop();
    };
  }, [round]);

  return { video, state, retry: () => setRound((now) => now + 1) };
}
