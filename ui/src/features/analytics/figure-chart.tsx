// A chart as the server draws it, in the largest of its widths that fits: it is never scaled.
import type { Figure } from '../../api/analytics-calls.ts';

export function FigureChart({ charts }: Pick<Figure, 'charts'>) {
  const largestFirst = charts.toSorted((one, other) => other.width - one.width);
  return (
    <div className="figure-charts">
      <div>
        {largestFirst.map(({ width, svg }) => (
          <div
            key={width}
            className={`figure-chart is-${width}`}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own server, and holds no text of a visitor's
            dangerouslySetInnerHTML={{ __html: svg }}
          />
        ))}
      </div>
    </div>
  );
}
