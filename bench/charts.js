/* global Chart, document, matchMedia */
/** Draws the charts of a report. Runs in the browser, in bench/report.html. */
{
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const colours = isDark
    ? ['#e58ab8', '#8ec7ff', '#f0c36d', '#8fd6a5']
    : ['#8c2f5f', '#1c6fb8', '#b26a00', '#2e7d4f'];
  Chart.defaults.color = isDark ? '#ccc' : '#444';
  Chart.defaults.borderColor = '#8883';
  Chart.defaults.maintainAspectRatio = false;
  Chart.defaults.animation = false;

  const charts = JSON.parse(document.getElementById('charts').textContent);
  document.querySelectorAll('canvas').forEach((canvas, place) => {
    const { type, unit, labels, series, logarithmic } = charts[place];
    const datasets = series.map(({ label, values }, number) => ({
      label,
      data: values,
      backgroundColor: colours[number % colours.length],
      borderColor: colours[number % colours.length],
      pointRadius: 2,
    }));
    const values = {
      type: logarithmic ? 'logarithmic' : 'linear',
      title: { display: true, text: unit },
      beginAtZero: !logarithmic,
    };
    const isBar = type === 'bar';
    new Chart(canvas, {
      type,
      data: { labels, datasets },
      options: {
        indexAxis: isBar ? 'y' : 'x',
        scales: isBar ? { x: values } : { y: values },
        interaction: { mode: 'index', axis: isBar ? 'y' : 'x', intersect: false },
      },
    });
  });
}
